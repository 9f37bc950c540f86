/* global AbortController, document, fetch, performance, TextDecoder, URLSearchParams */
// Adds a form to each reading call of /api/docs, which sends the call with the session of this
// browser and shows the answer. The page can be read without it. Names and answers are added as
// text, never as HTML.

/** So many characters of an answer are shown: some answers are endless. */
const mostCharacters = 200_000

for (const place of document.querySelectorAll('[data-path]')) {
  // Thousands of inputs would make the page slow, so each form is built when it is opened.
  place.closest('details').addEventListener('toggle', () => addForm(place), { once: true })
}

function addForm(place) {
  const { path, parameters } = place.dataset
  const form = document.createElement('form')
  const button = element('button', 'Send')
  form.append(...parameters.split(' ').filter(Boolean).map(labelOf), button)
  const status = element('p', '')
  status.setAttribute('role', 'status')
  const answer = element('pre', '')
  answer.hidden = true
  answer.tabIndex = 0
  answer.setAttribute('aria-label', `Answer of GET ${path}`)
  let running
  const run = async () => {
    running = new AbortController()
    button.textContent = 'Stop'
    await send(addressOf(path, form), running.signal, { status, answer })
    running = undefined
    button.textContent = 'Send'
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (running) running.abort()
    else void run()
  })
  place.append(form, status, answer)
}

function element(name, text) {
  const node = document.createElement(name)
  node.textContent = text
  return node
}

/** An input for a parameter such as `path:id!`; the mark stands for a required one. */
function labelOf(parameter) {
  const [where, marked] = parameter.split(':')
  const name = marked.replace('!', '')
  const input = document.createElement('input')
  input.name = name
  input.dataset.where = where
  input.required = marked.endsWith('!')
  input.autocomplete = 'off'
  const label = element('label', input.required ? `${name} *` : name)
  label.append(input)
  return label
}

/** The address with the filled inputs; an empty one is left out. */
function addressOf(path, form) {
  let address = path
  const query = new URLSearchParams()
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (value === '') continue
    if (dataset.where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else query.append(name, value)
  }
  const text = String(query)
  return text === '' ? address : `${address}?${text}`
}

async function send(address, signal, { status, answer }) {
  status.textContent = 'Sending…'
  answer.textContent = ''
  answer.hidden = true
  const begin = performance.now()
  try {
    const headers = { accept: 'application/json' }
    const response = await fetch(address, { headers, credentials: 'same-origin', signal })
    const mediaType = response.headers.get('content-type') ?? ''
    const text = await readAnswer(response, mediaType)
    const took = `${Math.round(performance.now() - begin)} ms`
    const code = `${response.status} ${response.statusText}`.trim()
    status.textContent = [code, took, mediaType, `GET ${address}`].filter(Boolean).join(' · ')
    answer.textContent = text
    answer.hidden = text === ''
  } catch {
    status.textContent = signal.aborted ? 'Stopped' : 'The server cannot be reached. Try again.'
  }
}

/** The text of an answer, JSON with indents; of a file that is no text, its size. */
async function readAnswer(response, mediaType) {
  if (mediaType !== '' && !/^text\/|json|xml|edi/.test(mediaType)) {
    const { size } = await response.blob()
    return `${size.toLocaleString('en-US')} bytes (not text)`
  }
  const { text, isCut } = await readText(response)
  if (isCut) return `${text}\n… cut off after ${mostCharacters.toLocaleString('en-US')} characters`
  return mediaType.includes('json') ? indented(text) : text
}

/** Several values of JSON, one in each line, stay as they are. */
function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

async function readText(response) {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader && text.length <= mostCharacters) {
    // Each piece is part of the same text.
    const { value, done } = await reader.read()
    if (done) return { text: text + decoder.decode(), isCut: false }
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel()
  return { text: text.slice(0, mostCharacters), isCut: reader !== undefined }
}
