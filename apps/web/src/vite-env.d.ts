interface ImportMetaEnv {
  /** Path prefix of the platform's calls. Default: `/jeecg-boot`. */
  readonly VITE_API_PREFIX?: string
  /** Timeout of a call in milliseconds. Default: two hours. */
  readonly VITE_API_TIMEOUT_MS?: string
}
