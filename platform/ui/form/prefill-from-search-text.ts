/**
 * The initial values of a new record from an unsuccessful search text: an email address, a code
 * (one word with a digit, or in capitals), else a name. `names` maps them to form fields.
 */
export function unsavedInput<Name extends string>(
  text: string | undefined,
  names: { code: Name; name: Name; email: Name },
): Partial<Record<Name, string>> {
  if (text === undefined) return {}
  return { [names[kindOf(text)]]: text } as Partial<Record<Name, string>>
}

function kindOf(text: string): 'code' | 'name' | 'email' {
  if (/^\S+@\S+\.\S+$/.test(text)) return 'email'
  const isWord = /^\S+$/.test(text)
  return isWord && (/\d/.test(text) || text === text.toUpperCase()) ? 'code' : 'name'
}
