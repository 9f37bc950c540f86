import { expect, test } from 'vitest'
import { watchPictures } from './new-picture.ts'

/** A video whose pictures the test shows, one by one. */
function videoOfTest() {
  const waiting: (() => void)[] = []
  return {
    currentTime: 0,
    requestVideoFrameCallback: (onPicture: () => void) => waiting.push(onPicture),
    showPicture: () => waiting.splice(0).forEach((onPicture) => onPicture()),
  }
}

test('nothing is read before the first picture', () => {
  const video = videoOfTest()
  const isNewPicture = watchPictures(video)
  expect(isNewPicture()).toBe(false)
  video.showPicture()
  expect(isNewPicture()).toBe(true)
})

test('a frozen picture is read once, also while the time of the video goes on', () => {
  const video = videoOfTest()
  const isNewPicture = watchPictures(video)
  video.showPicture()
  expect(isNewPicture()).toBe(true)
  video.currentTime = 1
  expect(isNewPicture()).toBe(false)
  expect(isNewPicture()).toBe(false)
})

test('a picture is not read again if its callback comes after the read', () => {
  const video = videoOfTest()
  const isNewPicture = watchPictures(video)
  video.showPicture()
  expect(isNewPicture()).toBe(true)
  video.showPicture()
  expect(isNewPicture()).toBe(false)
  video.showPicture()
  expect(isNewPicture()).toBe(true)
})

test('without callbacks a picture is new if the time of the video went on', () => {
  const video = { currentTime: 1 }
  const isNewPicture = watchPictures(video)
  expect(isNewPicture()).toBe(true)
  expect(isNewPicture()).toBe(false)
  video.currentTime = 2
  expect(isNewPicture()).toBe(true)
})
