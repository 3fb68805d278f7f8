/** Where the journeys' own demo listens, and the code to log in there. */
export const demoPort = Number(process.env.E2E_PORT ?? 18_480)
export const demoUrl = `http://127.0.0.1:${demoPort}`
// The log-in form accepts at most eight characters.
export const captchaAnswer = 'e2e-code'
