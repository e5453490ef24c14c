/** Repeats what does a portion until nothing is left; resolves to the total. */
export const untilDone = async (
  portion: () => Promise<number>,
  onProgress: (total: number) => void = () => {},
): Promise<number> => {
  let total = 0
  for (let done = await portion(); done > 0; done = await portion()) {
    total += done
    onProgress(total)
  }
  return total
}
