import { it } from 'vitest'

// The runner runs the tests of mutants before it comes to this file, which is here because a run needs one.
it('is not a test', () => {})
