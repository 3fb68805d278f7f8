import { Journal } from '../../features/home/index.ts'

export function JournalPage() {
  return <Journal />
}
