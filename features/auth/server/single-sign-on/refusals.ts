import { Refusal } from '#platform/kernel/refusal.ts'

// What the sign-in page shows when a sign-in at the provider fails, and who may set it up.

/** The settings decide who becomes an administrator, so the permission alone is not enough. */
export function administratorsOnly(): Refusal {
  const sentence = 'Only an administrator changes single sign-on'
  return new Refusal('forbidden', 'beyond-own-rights', sentence)
}

export function signOnOff(): Refusal {
  const sentence = 'Single sign-on is off. Sign in with your username and password'
  return new Refusal('refused', 'sign-on-off', sentence)
}

export function signOnOnly(buttonText: string): Refusal {
  const sentence = `Your company signs in with “${buttonText}”. Use that button`
  return new Refusal('signedOut', 'sign-on-only', sentence)
}

export function attemptOver(): Refusal {
  const sentence =
    'This sign-in was used before, took longer than 10 minutes, or began in another browser. ' +
    'Start again'
  return new Refusal('signedOut', 'sign-on-over', sentence)
}

export function signOnDenied(): Refusal {
  const sentence =
    'The provider did not let you in. Choose another account there, or ask an administrator'
  return new Refusal('signedOut', 'sign-on-denied', sentence)
}

export function invalidAnswer(): Refusal {
  const sentence = 'Your sign-in could not be confirmed. Sign in again'
  return new Refusal('signedOut', 'sign-on-invalid', sentence)
}

export function providerDown(reason: string): Refusal {
  const sentence = `${reason}. Try again, or ask an administrator`
  return new Refusal('refused', 'sign-on-unreachable', sentence)
}

/** The client secret is stored under a key that the server lacks; `cause` names it, for the log. */
export function clientSecretUnreadable(cause: unknown): Refusal {
  const sentence =
    'Single sign-on does not work, because the server cannot read the client secret that it ' +
    'stored. Ask an administrator to enter it again'
  const refusal = new Refusal('unavailable', 'secret-unreadable', sentence)
  refusal.cause = cause
  return refusal
}

export function emailNotVerified(): Refusal {
  const sentence =
    'The provider has not verified your email address, so no account can be linked to it. ' +
    'Ask an administrator'
  return new Refusal('forbidden', 'sign-on-email-unverified', sentence)
}

export function noAccount(): Refusal {
  const sentence = 'No account has your email address. Ask an administrator for one'
  return new Refusal('forbidden', 'sign-on-no-account', sentence)
}

export function noRole(): Refusal {
  const sentence = 'None of your groups has a role here. Ask an administrator'
  return new Refusal('forbidden', 'sign-on-no-role', sentence)
}

export function otherPerson(): Refusal {
  const sentence =
    'Your email address is linked to another person at the provider. ' +
    'Ask an administrator to unlink it'
  return new Refusal('forbidden', 'sign-on-other-person', sentence)
}
