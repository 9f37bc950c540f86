import { describe, expect, test } from 'vitest'
import {
  replaceableFill,
  isTyped,
  refill,
  typedForOther,
  typedHint,
  typedOverFill,
} from './fill-from-choice.ts'

const acme = { id: 1, code: 'C-1021' }
const zenith = { id: 2, code: 'C-1002' }
const acmeFill = { from: acme, value: '1 Acme Road' }
const zenithFill = { from: zenith, value: '2 Zenith Way' }
const filled = { value: '1 Acme Road', fill: acmeFill }
const typed = { value: 'Dock 4', fill: acmeFill }

describe('a filled-in value', () => {
  test('does not count as typed', () => expect(isTyped(filled)).toBe(false))
  test('is removed when the choice is cleared', () => {
    expect(refill(filled, undefined)).toEqual({ value: '', fill: undefined })
  })
  test('is replaced by that of the next choice', () => {
    expect(refill(filled, zenithFill)).toEqual({ value: '2 Zenith Way', fill: zenithFill })
  })
  test('is removed if the next choice has no value', () => {
    const none = { from: zenith, value: '' }
    expect(refill(filled, none)).toEqual({ value: '', fill: none })
  })
  test('is replaced by the next choice after the field was cleared in between', () => {
    const cleared = refill(filled, undefined)
    expect(refill(cleared, zenithFill)).toEqual({ value: '2 Zenith Way', fill: zenithFill })
  })
  test('reverts to the default of its field', () => {
    const pickup = { value: 'pickup', fill: { from: acme, value: 'pickup' } }
    expect(refill(pickup, undefined, 'standard').value).toBe('standard')
  })
})

describe('typed text', () => {
  test('does not change when the choice changes or is cleared', () => {
    expect(refill(typed, zenithFill)).toEqual(typed)
    expect(refill(typed, undefined)).toEqual(typed)
  })
  test('is reported as typed for the previous record after another one is chosen', () => {
    const after = refill(refill(typed, undefined), zenithFill)
    expect(typedForOther(after, zenith)).toEqual(acme)
    expect(typedForOther(after, acme)).toBeUndefined()
    expect(typedForOther(after, undefined)).toBeUndefined()
  })
  test('belongs to the current record once it is edited again', () => {
    const edited = typedOverFill('Dock 5', zenithFill)
    expect(isTyped(edited)).toBe(true)
    expect(typedForOther(edited, zenith)).toBeUndefined()
  })
  test('entered before any choice belongs to no record', () => {
    const first = refill(typedOverFill('Dock 4', undefined), acmeFill)
    expect(first.value).toBe('Dock 4')
    expect(typedForOther(first, acme)).toBeUndefined()
  })
  test('equal to the filled-in value counts as filled in', () => {
    expect(isTyped(typedOverFill('1 Acme Road', acmeFill))).toBe(false)
  })
  test('that was emptied is replaced by the next choice', () => {
    expect(refill(typedOverFill('  ', acmeFill), zenithFill).value).toBe('2 Zenith Way')
  })
})

describe('the hint next to a value', () => {
  test('is undefined for a filled-in value', () => expect(typedHint(filled, acme)).toBeUndefined())
  test('shows the filled-in value that was overwritten', () => {
    expect(typedHint(typed, acme)).toBe('Replaces 1 Acme Road')
  })
  test('shows the record that the text was typed for, until it is edited', () => {
    expect(typedHint(typed, zenith)).toBe('Entered for C-1021')
    const again = typedOverFill('Dock 5', replaceableFill(typed.fill, zenith))
    expect(again.fill).toEqual({ from: zenith, value: '' })
    expect(typedHint(again, zenith)).toBeUndefined()
    expect(typedHint(again, acme)).toBe('Entered for C-1002')
  })
  test('still shows the overwritten value after an edit under the same record', () => {
    expect(replaceableFill(acmeFill, acme)).toBe(acmeFill)
  })
  test('names no record if the overwritten value came from none', () => {
    const cost = { value: '3.00', fill: { from: undefined, value: '4.00' } }
    expect(typedHint(cost, undefined)).toBe('Replaces 4.00')
    expect(typedHint(cost, acme)).toBe('Replaces 4.00')
  })
})
