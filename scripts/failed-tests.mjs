import { readFileSync } from 'node:fs'

// What failed in a run, in a few lines each: the end of a log is often all that is kept of it.

/** So many lines of why, and of what the page showed. */
const most = { why: 8, page: 45 }

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
        const result = results.find(({ error }) => error)
        const said = line(`${spec.file}:${spec.line}`, spec.title, result?.error.message)
        return [said, ...pageOf(result)].join('\n')
      }),
  )
  return [...failed, ...suites.flatMap(failedInSuite)]
}

/** What the page showed when the test failed, as Playwright writes it beside the picture. */
function pageOf(result) {
  const { path } = result?.attachments?.find(({ name }) => name === 'error-context') ?? {}
  if (!path) return []
  try {
    const [, shown = ''] = /```yaml\n([^]*?)\n```/.exec(readFileSync(path, 'utf8')) ?? []
    const lines = shown.split('\n')
    // The header and the menu are the same on every screen.
    const start = lines.findIndex((each) => /^ *- (?:alertdialog|dialog|main)\b/.test(each))
    return lines
      .slice(Math.max(0, start))
      .slice(0, most.page)
      .map((each) => `    ${each}`)
  } catch {
    return []
  }
}

function line(where, what, why = 'no reason given') {
  const plain = why.replaceAll(/\u001B\[[\d;]*m/g, '').trim()
  const lines = plain.split('\n').filter((each) => each.trim() !== '')
  return `${where} › ${what}: ${lines.slice(0, most.why).join(' ').slice(0, 1200)}`
}
