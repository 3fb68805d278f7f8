export { EnvironmentCheck } from './EnvironmentCheck.tsx'
export { EnvironmentGuide } from './EnvironmentGuide.tsx'
