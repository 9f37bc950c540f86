import type { SignInFacts } from '#features/auth/contract.ts'

/** An account whose password was just generated. */
type NewAccount = { username: string; role: string; password: string }

const newPassword = 'npm run user:password -- '

/** Sign-in instructions for the terminal when no passwords were generated. */
export function howToSignIn(facts: SignInFacts): string {
  if (facts.firstAccount) {
    return 'There are no accounts yet. The first one you create becomes the administrator.'
  }
  const who = facts.demoAccounts ? 'Sign in with one of the demo accounts' : 'Sign in as before'
  return `${who}. To reset a password, stop the program and run ${newPassword}admin`
}

/** A table of the passwords that were just generated. */
export function passwordTable(accounts: readonly NewAccount[]): string {
  const wide = (pick: (one: NewAccount) => string) =>
    Math.max(...accounts.map((one) => pick(one).length))
  const [names, passwords] = [wide((one) => one.username), wide((one) => one.password)]
  const lines = accounts.map(({ username, role, password }) => {
    return `  ${username.padEnd(names)}   ${password.padEnd(passwords)}   ${role}`
  })
  return [
    'Sign in with one of these demo accounts. The passwords are shown only once:',
    '',
    `  ${'account'.padEnd(names)}   ${'password'.padEnd(passwords)}   role`,
    ...lines,
    '',
    `To set a new password for one of them, stop the program and run ${newPassword}admin`,
  ].join('\n')
}
