import { Refusal } from './refusal.ts'

/** A state machine: for each status, the allowed verbs and the status each leads to. */
export type Flow = Readonly<Record<string, Readonly<Record<string, string>>>>

export type StatusOf<F extends Flow> = keyof F & string

/** The status after a verb. Throws 409 for an illegal transition; the message names both. */
export function advance<F extends Flow>(flow: F, status: string, verb: string): StatusOf<F> {
  const next = nextOf(flow, status, verb)
  if (next === undefined) {
    const sentence = `This is ${status}, so it cannot be ${participleOf(verb)}`
    throw new Refusal('refused', 'illegal-transition', sentence)
  }
  return next
}

const irregular: Readonly<Record<string, string>> = {
  cancel: 'cancelled',
  'cancel-closing': 'taken out of closing',
  hold: 'put on hold',
  ship: 'shipped',
  submit: 'submitted',
  withdraw: 'withdrawn',
}

/** The past participle of a verb: `approved` for `approve`. */
export function participleOf(verb: string): string {
  if (Object.hasOwn(irregular, verb)) return irregular[verb] ?? verb
  return verb.endsWith('e') ? `${verb}d` : `${verb}ed`
}

/** Ignores inherited properties such as `constructor`. */
function nextOf(flow: Flow, status: string, verb: string): string | undefined {
  const verbs = Object.hasOwn(flow, status) ? flow[status] : undefined
  return verbs && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
}

/** The verbs that a status allows, in the order of the flow. */
export function verbsFrom(flow: Flow, status: string): string[] {
  return Object.hasOwn(flow, status) ? Object.keys(flow[status] ?? {}) : []
}

/** Every status of a flow, in order. The CHECK constraint in the database lists the same ones. */
export function statusesOf<F extends Flow>(flow: F): StatusOf<F>[] {
  return Object.keys(flow)
}
