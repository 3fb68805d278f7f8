export { EnvironmentCheck } from './EnvironmentCheck.tsx'
