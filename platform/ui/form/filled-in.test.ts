import { describe, expect, test } from 'vitest'
import { fillUnder, isTyped, refill, typedForOther, typedHint, typeOver } from './filled-in.ts'

const acme = { id: 1, code: 'C-1021' }
const zenith = { id: 2, code: 'C-1002' }
const acmeFill = { from: acme, value: '1 Acme Road' }
const zenithFill = { from: zenith, value: '2 Zenith Way' }
const filled = { value: '1 Acme Road', fill: acmeFill }
const typed = { value: 'Dock 4', fill: acmeFill }

describe('a value that a choice filled in', () => {
  test('is not typed', () => expect(isTyped(filled)).toBe(false))
  test('leaves when the choice is cleared', () => {
    expect(refill(filled, undefined)).toEqual({ value: '', fill: undefined })
  })
  test('gives way to that of the next choice', () => {
    expect(refill(filled, zenithFill)).toEqual({ value: '2 Zenith Way', fill: zenithFill })
  })
  test('leaves with a choice that has no value of its own', () => {
    const none = { from: zenith, value: '' }
    expect(refill(filled, none)).toEqual({ value: '', fill: none })
  })
  test('gives way to the next choice after the field was cleared in between', () => {
    const cleared = refill(filled, undefined)
    expect(refill(cleared, zenithFill)).toEqual({ value: '2 Zenith Way', fill: zenithFill })
  })
  test('falls back to the default of its field', () => {
    const pickup = { value: 'pickup', fill: { from: acme, value: 'pickup' } }
    expect(refill(pickup, undefined, 'standard').value).toBe('standard')
  })
})

describe('typed text', () => {
  test('stays when the choice changes or is cleared', () => {
    expect(refill(typed, zenithFill)).toEqual(typed)
    expect(refill(typed, undefined)).toEqual(typed)
  })
  test('is reported as typed for the record before, under another record', () => {
    const after = refill(refill(typed, undefined), zenithFill)
    expect(typedForOther(after, zenith)).toEqual(acme)
    expect(typedForOther(after, acme)).toBeUndefined()
    expect(typedForOther(after, undefined)).toBeUndefined()
  })
  test('belongs to the record chosen now once it is edited again', () => {
    const edited = typeOver('Dock 5', zenithFill)
    expect(isTyped(edited)).toBe(true)
    expect(typedForOther(edited, zenith)).toBeUndefined()
  })
  test('typed before any choice belongs to nobody else', () => {
    const first = refill(typeOver('Dock 4', undefined), acmeFill)
    expect(first.value).toBe('Dock 4')
    expect(typedForOther(first, acme)).toBeUndefined()
  })
  test('typed back to the filled-in value counts as filled in', () => {
    expect(isTyped(typeOver('1 Acme Road', acmeFill))).toBe(false)
  })
  test('that was emptied makes room for the next choice', () => {
    expect(refill(typeOver('  ', acmeFill), zenithFill).value).toBe('2 Zenith Way')
  })
})

describe('what stands beside a value', () => {
  test('that was filled in is nothing', () => expect(typedHint(filled, acme)).toBeUndefined())
  test('typed over the filled-in one tells that', () => {
    expect(typedHint(typed, acme)).toBe('Typed over 1 Acme Road')
  })
  test('typed for another record tells whose it is, until it is typed again', () => {
    expect(typedHint(typed, zenith)).toBe('Typed for C-1021')
    const again = typeOver('Dock 5', fillUnder(typed.fill, zenith))
    expect(again.fill).toEqual({ from: zenith, value: '' })
    expect(typedHint(again, zenith)).toBeUndefined()
    expect(typedHint(again, acme)).toBe('Typed for C-1002')
  })
  test('typed again under the same record is still typed over what it filled in', () => {
    expect(fillUnder(acmeFill, acme)).toBe(acmeFill)
  })
  test('typed over a value of no record is nobody else’s', () => {
    const cost = { value: '3.00', fill: { from: undefined, value: '4.00' } }
    expect(typedHint(cost, undefined)).toBe('Typed over 4.00')
    expect(typedHint(cost, acme)).toBe('Typed over 4.00')
  })
})
