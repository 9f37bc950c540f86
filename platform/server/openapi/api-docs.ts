import type { Json } from './wire-types.ts'

type Ref = { $ref?: string }
type Parameter = { name: string; in: string; required?: boolean }
type Content = { content?: Record<string, { schema: Json; example?: unknown }> }
type Operation = {
  operationId: string
  summary?: string
  tags?: string[]
  'x-permission': string
  parameters: (Parameter | Ref)[]
  requestBody?: Content
  responses: Record<string, Content>
}
type Message = {
  summary: string
  requestBody: { content: { 'application/json': { schema: Json; example: Json } } }
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Message }>
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Json> }
}

/**
 * Renders the OpenAPI document as an HTML page: the calls by room, the messages of webhooks, and
 * the schemas. The script of the page (`app/public/api-docs.js`) adds a form to each call; nothing
 * else needs it.
 */
export function apiDocsPage(document: object): string {
  const { paths, webhooks, components } = document as Document
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const html = section(method, path, { operation, parameters: components.parameters })
      return { tag: operation.tags?.[0] ?? '', html }
    }),
  )
  const tags = [...new Set(calls.map(({ tag }) => tag))].toSorted()
  const rooms = tags.map((tag) => {
    const own = calls.filter((call) => call.tag === tag).map(({ html }) => html)
    return `<h2>${escape(tag)}</h2>\n${own.join('\n')}`
  })
  const messages = Object.entries(webhooks).map(([topic, { post }]) => messageHtml(topic, post))
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    schemaHtml(name, schema),
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Calls · Prizm Order Management</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style>
<script src="/api-docs.js" defer></script></head>
<body><main><h1>Calls</h1>
<p>The same as an <a href="/api/openapi.json">OpenAPI 3.1 document</a>. Errors are problem
documents (RFC 9457); every write takes an <code>Idempotency-Key</code>; records carry an
<code>ETag</code> that <code>If-Match</code> holds an update to. Open a call to send it with the
session of this browser; <a href="/auth">sign in</a> first. A call other than <b>GET</b> may change
data: you confirm each of them.</p>
${rooms.join('\n')}
<h2>Messages of webhooks</h2>
<p>A webhook (Settings, Webhooks) sends these to its address, for the topics that it is set to and
signed as Standard Webhooks specifies.</p>
${messages.join('\n')}
<h2>Schemas</h2>
${schemas.join('\n')}
</main></body></html>`
}

type Parts = { operation: Operation; parameters: Record<string, Parameter> }

function section(method: string, path: string, { operation, parameters }: Parts): string {
  const own = operation.parameters.flatMap((each) => {
    return ('name' in each ? each : parameters[lastPart(each.$ref)]) ?? []
  })
  const names = own.map((each) => `${each.name} (${each.in})`).join(', ')
  const bodies = operation.requestBody?.content ?? {}
  const body = Object.values(bodies)[0]?.schema
  const success = Object.values(operation.responses)[0]?.content?.['application/json']?.schema
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escape(path)}</code>
<span>${escape(operation.summary ?? '')}</span></summary>
<p><code>${escape(operation.operationId)}</code> · Permission:
<code>${escape(operation['x-permission'])}</code>${names ? `<br>Parameters: ${escape(names)}` : ''}
${body ? `<br>Body: ${linked(body)}` : ''}${success ? `<br>Answer: ${linked(success)}` : ''}</p>
${placeOfForm(method, path, { parameters: own, bodies })}</details>`
}

type FormParts = {
  parameters: readonly Parameter[]
  bodies: Record<string, { example?: unknown }>
}

/**
 * Where the script adds a form: the path, the parameters, with `!` if they are required, and for a
 * call that writes its method, and the media type and an example of its body.
 */
function placeOfForm(method: string, path: string, { parameters, bodies }: FormParts): string {
  const fields = parameters.map(({ name, in: where, required }) => {
    return `${where}:${name}${required ? '!' : ''}`
  })
  const [body] = Object.entries(bodies).map(([media, { example }]) => ({ media, example }))
  const attributes = [
    ...(method === 'get' ? [] : [`data-method="${method.toUpperCase()}"`]),
    `data-path="${escape(path)}"`,
    `data-parameters="${escape(fields.join(' '))}"`,
    ...(body ? [`data-media="${escape(body.media)}"`, `data-body="${escape(textOf(body))}"`] : []),
  ]
  return `<div ${attributes.join(' ')}></div>`
}

/** The body that the form begins with; of a file none. */
function textOf({ media, example }: { media: string; example: unknown }): string {
  return media.includes('json') ? JSON.stringify(example ?? {}, null, 2) : ''
}

function messageHtml(topic: string, { summary, requestBody }: Message): string {
  const { schema, example } = requestBody.content['application/json']
  return `<details><summary><b>POST</b> <code>${escape(topic)}</code>
<span>${escape(summary)}</span></summary>
<p>Body: ${linked(schema)}</p>
<pre>${escape(JSON.stringify(example, null, 2))}</pre></details>`
}

function schemaHtml(name: string, schema: Json): string {
  return `<details id="${name}"><summary><code>${name}</code></summary>
<pre>${linked(schema)}</pre></details>`
}

/** A schema as text, in which each reference is a link; a mere reference is the link alone. */
function linked(schema: Json): string {
  const link = (name: string) => `<a href="#${name}">${name}</a>`
  const ref = schema['$ref']
  if (typeof ref === 'string') return link(lastPart(ref))
  const text = escape(JSON.stringify(schema, null, 2))
  const reference = /&quot;#\/components\/schemas\/(\w+)&quot;/g
  return text.replaceAll(reference, (_, name: string) => link(name))
}

function lastPart(ref = ''): string {
  return ref.split('/').at(-1) ?? ''
}

function escape(text: string): string {
  const withoutTags = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return withoutTags.replaceAll('"', '&quot;')
}

const style = `
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem }
summary { cursor: pointer; padding: .4rem 0 } summary b { display: inline-block; width: 4.5rem }
summary span { opacity: .75; margin-left: .5rem } h2 { font-size: 1.1rem; margin: 1.5rem 0 0 }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; padding: .25rem 0 }
label { display: grid; font-size: .85em } input, button { font: inherit; padding: .25rem .5rem }
.body { flex-basis: 100% } textarea { font: 13px/1.5 ui-monospace, monospace; padding: .5rem }
.confirmation { display: flex; gap: .5rem; align-items: center }
details:target { outline: 2px solid; outline-offset: 4px }
pre { overflow: auto; max-height: 24rem; padding: .75rem; border: 1px solid #8884 }`
