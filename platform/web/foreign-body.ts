/** So much of a text that is not ours is told. */
const mostTold = 300

/**
 * What the body of a failed answer says that is not the program's own, as a gateway sends it: the
 * heading or title of a page, the message of a JSON, or the text as it is. Undefined where it says
 * nothing that a person could read.
 */
export function foreignSentence(body: string, status: number): string | undefined {
  const text = body.trim()
  const said = text.startsWith('<') ? headingIn(text) : (messageIn(text) ?? text)
  const plain = said.replaceAll(/\s+/g, ' ').trim()
  // The status stands in front of it already.
  const sentence = plain.startsWith(`${status} `) ? plain.slice(`${status} `.length) : plain
  return sentence.slice(0, mostTold) || undefined
}

function headingIn(page: string): string {
  const found = /<h1\b[^>]*>([^<]+)</i.exec(page) ?? /<title\b[^>]*>([^<]+)</i.exec(page)
  return found?.[1] ?? ''
}

/** The message of a JSON, empty where it has none; undefined where it is no JSON of parts. */
function messageIn(text: string): string | undefined {
  const json = readJson(text)
  if (typeof json !== 'object' || json === null) return undefined
  const { message, error } = json as Record<string, unknown>
  return [message, error].find((part) => typeof part === 'string') ?? ''
}

/** The value of a JSON text; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
