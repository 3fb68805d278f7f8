interface ImportMetaEnv {
  /** Path before every call of the platform; `/jeecg-boot` unless set. */
  readonly VITE_API_PREFIX?: string
  /** Milliseconds until a call is given up; two hours unless set. */
  readonly VITE_API_TIMEOUT_MS?: string
}
