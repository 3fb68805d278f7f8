import { EnvironmentGuide } from '../../features/environment/index.ts'

export function EnvironmentGuidePage() {
  return <EnvironmentGuide />
}
