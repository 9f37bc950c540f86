// What failed in a run, in one line each: the end of a log is often all that is kept of it.

/** Of a report of Vitest: `file › test: first line of why`. */
export function failedInVitest(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const lines = failed.map((test) => line(file.name, test.fullName, test.failureMessages[0]))
    const isBroken = file.status === 'failed' && failed.length === 0
    return isBroken ? [line(file.name, 'the file', file.message)] : lines
  })
}

/** Of a report of Playwright, without what passed when tried again. */
export function failedInPlaywright(report) {
  const outside = (report?.errors ?? []).map((error) => line('Playwright', 'run', error.message))
  return [...(report?.suites ?? []).flatMap(failedInSuite), ...outside]
}

function failedInSuite({ suites = [], specs = [] }) {
  const failed = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected')
      .map(({ results }) => {
        const why = results.find((result) => result.error)?.error.message
        return line(`${spec.file}:${spec.line}`, spec.title, why)
      }),
  )
  return [...failed, ...suites.flatMap(failedInSuite)]
}

function line(where, what, why = 'no reason given') {
  const plain = why.replaceAll(/\u001B\[[\d;]*m/g, '').trim()
  return `${where} › ${what}: ${plain.split('\n').slice(0, 3).join(' ').slice(0, 400)}`
}
