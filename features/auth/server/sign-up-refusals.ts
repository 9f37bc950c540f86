import { Refusal } from '#platform/kernel/refusal.ts'

// The refusals of a sign-up, and of an account that awaits approval.

export function activationRequired(sentence: string): Refusal {
  return new Refusal('forbidden', 'approval-needed', sentence)
}

export function setupTokenRequired(): Refusal {
  const message = 'The first account needs the setup token that the program printed at its start'
  const fields = [{ path: 'setupToken', message }]
  return new Refusal('forbidden', 'setup-token-needed', message, fields)
}

export function unknownProxy(): Refusal {
  const sentence =
    'This request came through an unknown proxy. ' +
    'Set TRUSTED_PROXY and PUBLIC_URL, then restart the program'
  return new Refusal('forbidden', 'unknown-proxy', sentence)
}

export function signUpClosed(): Refusal {
  const sentence = 'Sign-up is closed here. Ask an administrator for an account'
  return new Refusal('forbidden', 'sign-up-closed', sentence)
}
