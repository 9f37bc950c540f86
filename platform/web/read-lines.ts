/** The lines of an answer that is streamed, each as soon as it is complete. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader()
  let rest = ''
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const { value, done } = (await reader.read()) as ReadableStreamReadResult<string>
      if (done) break
      const lines = `${rest}${value}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    // Whoever stops reading stops the server, too.
    await reader.cancel()
  }
  if (rest !== '') yield rest
}
