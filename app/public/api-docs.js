/* global AbortController, crypto, document, fetch, performance, TextDecoder, URLSearchParams */
// Adds a form to each call of /api/docs, which sends the call with the session of this browser and
// shows the answer. A call that writes is sent only after a person confirmed it. The page can be
// read without it. Names and answers are added as text, never as HTML.

/** So many characters of an answer are shown: some answers are endless. */
const mostCharacters = 200_000

for (const place of document.querySelectorAll('[data-path]')) {
  // Thousands of inputs would make the page slow, so each form is built when it is opened.
  place.closest('details').addEventListener('toggle', () => addForm(place), { once: true })
}

function addForm(place) {
  const { method = 'GET', path, parameters, media, body } = place.dataset
  const form = document.createElement('form')
  const button = element('button', 'Send')
  form.append(...parameters.split(' ').filter(Boolean).map(labelOf))
  if (media !== undefined) form.append(bodyLabel(media, body))
  if (method !== 'GET') form.append(confirmationLabel())
  form.append(button)
  const status = element('p', '')
  status.setAttribute('role', 'status')
  const answer = element('pre', '')
  answer.hidden = true
  answer.tabIndex = 0
  answer.setAttribute('aria-label', `Answer of ${method} ${path}`)
  let running
  const run = async () => {
    running = new AbortController()
    button.textContent = 'Stop'
    const request = { method, ...contentsOf(form, media), signal: running.signal }
    const isDone = await send(addressOf(path, form), request, { status, answer })
    running = undefined
    button.textContent = 'Send'
    prepareNext(form, isDone)
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
  if (name === keyHeader) input.value = newKey()
  const label = element('label', input.required ? `${name} *` : name)
  label.append(input)
  return label
}

/** With the same key the same call is done once, however often it is sent. */
const keyHeader = 'Idempotency-Key'

/** Browsers make one only on a safe connection. */
function newKey() {
  return crypto.randomUUID?.() ?? ''
}

function bodyLabel(media, body) {
  const input = document.createElement('textarea')
  input.value = body
  input.rows = Math.min(16, body.split('\n').length + 2)
  input.spellcheck = false
  const label = element('label', `Body (${media})`)
  label.className = 'body'
  label.append(input)
  return label
}

function confirmationLabel() {
  const input = document.createElement('input')
  input.type = 'checkbox'
  input.required = true
  const label = element('label', '')
  label.className = 'confirmation'
  label.append(input, 'This may change data: send it')
  return label
}

/** The next call of the form is another one: it is confirmed anew and has a key of its own. */
function prepareNext(form, isDone) {
  const confirmation = form.querySelector('.confirmation input')
  if (confirmation) confirmation.checked = false
  const key = form.querySelector(`input[name="${keyHeader}"]`)
  if (key && isDone) key.value = newKey()
}

/** The address with the filled inputs; an empty one is left out. */
function addressOf(path, form) {
  let address = path
  const query = new URLSearchParams()
  for (const { name, value, dataset } of form.querySelectorAll('input[data-where]')) {
    if (value === '' || dataset.where === 'header') continue
    if (dataset.where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else query.append(name, value)
  }
  const text = String(query)
  return text === '' ? address : `${address}?${text}`
}

/** The headers and the body of a form. */
function contentsOf(form, media) {
  const headers = { accept: 'application/json' }
  for (const { name, value } of form.querySelectorAll('input[data-where="header"]')) {
    if (value !== '') headers[name] = value
  }
  if (media === undefined) return { headers }
  headers['content-type'] = media
  return { headers, body: form.querySelector('textarea').value }
}

/** Sends a call and shows its answer. True if it was done, so that the next one is another. */
async function send(address, request, { status, answer }) {
  status.textContent = 'Sending…'
  answer.textContent = ''
  answer.hidden = true
  const begin = performance.now()
  try {
    const response = await fetch(address, { ...request, credentials: 'same-origin' })
    const mediaType = response.headers.get('content-type') ?? ''
    const text = await readAnswer(response, mediaType)
    const took = `${Math.round(performance.now() - begin)} ms`
    const code = `${response.status} ${response.statusText}`.trim()
    const call = `${request.method} ${address}`
    status.textContent = [code, took, mediaType, call].filter(Boolean).join(' · ')
    answer.textContent = text
    answer.hidden = text === ''
    return response.ok
  } catch {
    const { aborted } = request.signal
    status.textContent = aborted ? 'Stopped' : 'The server cannot be reached. Try again.'
    return false
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
