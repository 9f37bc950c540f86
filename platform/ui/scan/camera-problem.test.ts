import { expect, test } from 'vitest'
import { cameraProblem } from './camera-problem.ts'

test.each([
  ['NotFoundError', 'This device has no camera. Type the code, or use a hand scanner.'],
  ['OverconstrainedError', 'This device has no camera. Type the code, or use a hand scanner.'],
  [
    'NotAllowedError',
    'The camera is not allowed. Allow it for this page in the settings of the browser and of the ' +
      'device, then try again.',
  ],
  [
    'SecurityError',
    'Browsers allow the camera only on pages with https. Open the https address of this page, or ' +
      'type the code.',
  ],
  ['NotReadableError', 'Another program uses the camera. Close it, then try again.'],
  [
    'NetworkError',
    'The barcode reader could not be loaded. Try again when the connection is back, or type the ' +
      'code.',
  ],
  [
    'RepeatedNetworkError',
    'It failed again. Save what you entered, then reload the page, or type the code.',
  ],
  ['CameraStoppedError', 'The camera stopped. Connect it again, or allow it, then try again.'],
  ['PageHiddenError', 'The camera stopped because this page was hidden. Try again.'],
  ['AbortError', 'The camera could not be started. Try again, or type the code.'],
])('%s says what the user can do', (name, sentence) => {
  expect(cameraProblem(new DOMException('', name))).toBe(sentence)
})

test('anything else that is thrown has a sentence too', () => {
  expect(cameraProblem('broken')).toBe(
    'The camera could not be started. Try again, or type the code.',
  )
})
