/**
 * What confines the apps of algorithms in the demo. Only Linux can; a Mac would refuse to train, so the demo, on data that
 * anybody may see, switches it off there and says so. An installation never does that by itself.
 */
export function confinementOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv) {
  const setting = env.TESSERA_SANDBOX || (platform === 'darwin' ? 'off' : undefined)
  return { setting, warning: setting === 'off' ? UNCONFINED : undefined }
}

const UNCONFINED =
  'Nothing confines the apps of algorithms here (TESSERA_SANDBOX=off; only Linux can): an app can read whatever your user can read, and connect anywhere. Use data that anybody may see.'
