import type { OutsideService } from '../jobs/outside-service-failures.ts'

/** The mail server, as its failures are shown to users. */
export const mailServer: OutsideService = {
  part: 'e-mail',
  title: 'Email cannot be sent',
  link: '/settings',
}

/** Seconds until the next attempt, with exponential backoff: 10, 20, 40 … at most an hour. */
export function retrySeconds(attempts: number): number {
  return Math.min(3600, 5 * 2 ** attempts)
}

/** Why an email was not delivered, in the server's own words; `isFinal` if retrying cannot help. */
type DeliveryError = { sentence: string; isFinal: boolean }

/** Converts an error of the mail library into a sentence, and whether it is final. */
export function deliveryErrorOf(error: unknown): DeliveryError {
  const { response, responseCode, code, message } = (error ?? {}) as {
    response?: unknown
    responseCode?: unknown
    code?: unknown
    message?: unknown
  }
  const sentence =
    typeof response === 'string' && response !== '' ? response : String(message ?? error)
  const isRefused = typeof responseCode === 'number' && responseCode >= 500
  // A wrong password is fixed by an administrator, so it must not fail every email.
  return { sentence: sentence.slice(0, 500), isFinal: isRefused && code !== 'EAUTH' }
}
