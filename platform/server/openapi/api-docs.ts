import { setImmediate } from 'node:timers/promises'
import { openApiDocument } from './openapi.ts'
import type { Described } from './openapi-answers.ts'

type Operation = {
  summary?: string
  'x-permission': string
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>
}

/** Renders the OpenAPI document as an HTML page without scripts. */
export async function apiDocsPage(routes: readonly Described[]): Promise<string> {
  const { paths } = (await openApiDocument(routes)) as {
    paths: Record<string, Record<string, Operation>>
  }
  const calls: string[] = []
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      calls.push(section(method, path, operation))
    }
    await setImmediate()
  }
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Calls · Prizm Order Management</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><main><h1>Calls</h1>
<p>This page is also available as an <a href="/api/openapi.json">OpenAPI 3.1 document</a>.
Errors are problem documents (RFC 9457). Every write accepts an <code>Idempotency-Key</code>.
Records have an <code>ETag</code>; send it as <code>If-Match</code> to change only that version.</p>
${calls.join('\n')}
</main></body></html>`
}

function section(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map((each) => `${each.name} (${each.in})`).join(', ')
  const body = operation.requestBody?.content['application/json']?.schema
  const success = Object.values(operation.responses)[0]?.content?.['application/json']?.schema
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code>
<span>${escape(operation.summary ?? '')}</span></summary>
<p>Permission: <code>${escape(operation['x-permission'])}</code>${
    parameters ? `<br>Parameters: ${escape(parameters)}` : ''
  }</p>
${body ? shape('Body', body) : ''}${success ? shape('Answer', success) : ''}</details>`
}

function shape(title: string, schema: unknown): string {
  return `<h2>${title}</h2><pre>${escape(JSON.stringify(schema, null, 2))}</pre>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const style = `
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem }
summary { cursor: pointer; padding: .4rem 0 } summary b { display: inline-block; width: 4.5rem }
summary span { opacity: .75; margin-left: .5rem } h2 { font-size: 1rem; margin: .5rem 0 0 }
pre { overflow: auto; max-height: 24rem; padding: .75rem; border: 1px solid #8884 }`
