/**
 * Returns the sandbox setting of the demo. The sandbox requires Linux, and an edge without it refuses to train. On
 * macOS the demo disables the sandbox and reports this, which is acceptable because it uses only public data. Other
 * installations never disable the sandbox automatically.
 */
export function confinementOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv) {
  const setting = env.TESSERA_SANDBOX || (platform === 'darwin' ? 'off' : undefined)
  return { setting, warning: setting === 'off' ? UNCONFINED : undefined }
}

const UNCONFINED =
  'Nothing confines the apps of algorithms here (TESSERA_SANDBOX=off; only Linux can): an app can read whatever your user can read, and connect anywhere. Use data that anybody may see.'
