import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still shown, for what ends later than it is left. */
export const useIsHere = (): Readonly<RefObject<boolean>> => {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
