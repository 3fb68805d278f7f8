import { OpenApiReference } from '../../features/open-api/index.ts'

export function OpenApiPage() {
  return <OpenApiReference />
}
