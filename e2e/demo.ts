/** The port of the demo that the journeys start, and the captcha code that its log-in accepts. */
export const demoPort = Number(process.env.E2E_PORT ?? 18_480)
export const demoUrl = `http://127.0.0.1:${demoPort}`
// The log-in form accepts at most 8 characters.
export const captchaAnswer = 'e2e-code'
