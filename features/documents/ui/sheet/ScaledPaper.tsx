import { type ReactNode, useCallback, useState } from 'react'
import type { CompanyProfile } from '#features/settings/rules.ts'

type PaperSize = CompanyProfile['paperSize']

/** The sizes of paper in CSS pixels, 96 to the inch. */
const sizes: Record<PaperSize, { width: number; height: number }> = {
  letter: { width: 816, height: 1056 },
  a4: { width: 794, height: 1123 },
}

type ScaledPaperProps = { paperSize: PaperSize; children: ReactNode }

/** A sheet of paper that is as wide as the place where it is, with its content in proportion. */
export function ScaledPaper({ paperSize, children }: ScaledPaperProps) {
  const [room, setRoom] = useState<number>()
  const measure = useCallback((place: HTMLDivElement | null) => {
    if (!place) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom(Math.floor(entry.contentRect.width))
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  const { width, height } = sizes[paperSize]
  return (
    // The paper must not widen the place that it is measured by.
    <div ref={measure} className="w-full overflow-hidden [contain:inline-size]">
      {room !== undefined && (
        <div className="bg-white p-[12mm]" style={{ width, minHeight: height, zoom: room / width }}>
          {children}
        </div>
      )}
    </div>
  )
}
