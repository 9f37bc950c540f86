const noCamera = 'This device has no camera. Type the code, or use a hand scanner.'
const unknownProblem = 'The camera could not be started. Try again, or type the code.'

/** By the names of the browser's errors and of our own, which are the last three. */
const sentences: Readonly<Record<string, string>> = {
  SecurityError:
    'Browsers allow the camera only on pages with https. Open the https address of this page, or ' +
    'type the code.',
  NotAllowedError:
    'The camera is not allowed. Allow it for this page in the settings of the browser and of the ' +
    'device, then try again.',
  NotFoundError: noCamera,
  OverconstrainedError: noCamera,
  NotReadableError: 'Another program uses the camera. Close it, then try again.',
  NetworkError:
    'The barcode reader could not be loaded. Try again when the connection is back, or type the ' +
    'code.',
  RepeatedNetworkError:
    'It failed again. Save what you entered, then reload the page, or type the code.',
  CameraStoppedError: 'The camera stopped. Connect it again, or allow it, then try again.',
  PageHiddenError: 'The camera stopped because this page was hidden. Try again.',
}

/** Why no barcode can be read by camera, and what the user can do, from the error that says so. */
export function cameraProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return sentences[name] ?? unknownProblem
}
