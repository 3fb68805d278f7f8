/**
 * Returns the sandbox setting of the demo. The sandbox requires Linux; a Mac would refuse to train. The demo uses
 * public data only, so it disables the sandbox on a Mac and reports that. An installation never does this
 * automatically.
 */
export function confinementOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv) {
  const setting = env.TESSERA_SANDBOX || (platform === 'darwin' ? 'off' : undefined)
  return { setting, warning: setting === 'off' ? UNCONFINED : undefined }
}

const UNCONFINED =
  'Nothing confines the apps of algorithms here (TESSERA_SANDBOX=off; only Linux can): an app can read whatever your user can read, and connect anywhere. Use data that anybody may see.'
