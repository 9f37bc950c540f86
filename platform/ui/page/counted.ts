/** A count with its noun: `1 order`, `2 orders`, `1,240 orders`; `nouns` where an s does not do. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}`
}
