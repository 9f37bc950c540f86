/** A video, whose pictures are counted. Firefox before 132 has no callback for a picture. */
type PictureSource = {
  currentTime: number
  requestVideoFrameCallback?: (onPicture: () => void) => number
}

/**
 * Returns a function that is true if the video shows another picture than when it was true before.
 * A slow or frozen camera shows one picture for longer than the pause between two reads.
 */
export function watchPictures(video: PictureSource): () => boolean {
  if (!video.requestVideoFrameCallback) return watchTime(video)
  let shown = 0
  let needed = 1
  const count = () => {
    shown += 1
    video.requestVideoFrameCallback?.(count)
  }
  video.requestVideoFrameCallback(count)
  return () => {
    if (shown < needed) return false
    // The next callback may be for the picture that is shown now.
    needed = shown + 2
    return true
  }
}

/** By the time of the video, which at least stands still with the picture. */
function watchTime(video: PictureSource): () => boolean {
  let before: number | undefined
  return () => {
    if (video.currentTime === before) return false
    before = video.currentTime
    return true
  }
}
