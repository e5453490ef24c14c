import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of a box in pixels, so that what is drawn in it is drawn to scale. */
export const useWidth = <T extends HTMLElement>(): readonly [RefObject<T | null>, number] => {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null) return
    setWidth(Math.floor(box.getBoundingClientRect().width))
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
