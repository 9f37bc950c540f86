import { beforeEach, expect, test } from 'vitest'
import { dismiss, notify, currentNotice } from './toast.ts'
import { offerUndo, undoLast } from './undo.ts'

const done: string[] = []
const remove = (name: string, isValid?: () => boolean) => {
  const action = offerUndo(() => void done.push(name), isValid)
  notify({ title: 'Success', text: 'Customer deleted successfully', detail: name, action })
}
const close = () => dismiss(currentNotice()?.key ?? 0)

beforeEach(() => {
  // Undo or close the notices of the previous test.
  while (currentNotice()?.text !== 'There is nothing to undo') undoLast()
  while (currentNotice()?.open) close()
  done.length = 0
})

test('Ctrl+Z undoes one deletion after the other, the latest first', () => {
  remove('C-1')
  remove('C-2')
  undoLast()
  undoLast()
  expect(done).toEqual(['C-2', 'C-1'])
  undoLast()
  expect(currentNotice()?.text).toBe('There is nothing to undo')
})

test('each undo works once, by its toast or by Ctrl+Z', () => {
  remove('C-1')
  const toast = currentNotice()
  toast?.action?.run()
  toast?.action?.run()
  undoLast()
  expect(done).toEqual(['C-1'])
})

test('one toast is shown at a time; the earlier one reappears after the later', () => {
  remove('C-1')
  remove('C-2')
  expect(currentNotice()).toMatchObject({ detail: 'C-2', open: true })
  close()
  expect(currentNotice()).toMatchObject({ detail: 'C-1', open: true })
  currentNotice()?.action?.run()
  expect(done).toEqual(['C-1'])
  close()
  expect(currentNotice()?.open).toBe(false)
})

test('a toast does not reappear after its deletion was undone', () => {
  remove('C-1')
  remove('C-2')
  undoLast()
  undoLast()
  close()
  expect(currentNotice()?.open).toBe(false)
})

test('a closed toast does not reappear', () => {
  remove('C-1')
  close()
  notify({ title: 'Success', text: 'Customer created successfully' })
  close()
  expect(currentNotice()?.open).toBe(false)
})

test('Ctrl+Z skips actions that can no longer be undone', () => {
  let isSent = false
  remove('C-1')
  remove('a line', () => !isSent)
  isSent = true
  undoLast()
  expect(done).toEqual(['C-1'])
})
