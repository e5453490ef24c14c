import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildImage } from './image.ts'

let context: string
let folder: string

beforeEach(() => {
  context = mkdtempSync(join(tmpdir(), 'fleetops-context-'))
  folder = mkdtempSync(join(tmpdir(), 'fleetops-stages-'))
  execFileSync('git', ['init', '-q'], { cwd: context })
  write('Containerfile.dockerignore', '**\n!app\n!package.json\n**/*.test.ts\n')
  write('package.json', '{}')
  write('app/main.ts', 'main')
  write('app/deep/part.ts', 'part')
  write('app/deep/part.test.ts', 'a test')
  write('secrets.txt', 'not sent')
})
afterEach(() => {
  for (const path of [context, folder]) rmSync(path, { recursive: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(context, path)), { recursive: true })
  writeFileSync(join(context, path), text)
}

const build = (text: string, given: Record<string, string> = {}) => {
  write('Containerfile', text)
  return buildImage({ context, file: 'Containerfile', folder, target: 'last', given, say: () => {} })
}

test('the files of a stage are those that an engine would copy and its commands would write', () => {
  const image = build(`
# A comment.
ARG BASE=node:1
FROM \${BASE} AS first
WORKDIR /app
COPY package.json ./
RUN --mount=type=cache,target=/root/.npm node -e "require('fs').writeFileSync('built.txt', process.version)" \\
  && mkdir dist && echo page > dist/page.html

FROM \${BASE} AS last
WORKDIR /app
COPY . .
COPY app/main.ts package.json other/
COPY --from=first /app/built.txt ./
COPY --from=first /app/dist pages/dist
ENV A=1 B=two
USER 65532:65532
HEALTHCHECK --interval=1s CMD ["node", "-e", "1"]
ENTRYPOINT ["node"]
CMD ["app/main.ts"]
`)
  const has = (path: string) => existsSync(join(image.folder, path))
  expect(image.folder).toBe(join(image.root, 'app'))
  expect(
    ['app/main.ts', 'app/deep/part.ts', 'other/main.ts', 'other/package.json', 'pages/dist/page.html'].filter(has),
  ).toHaveLength(5)
  expect(['app/deep/part.test.ts', 'secrets.txt', 'Containerfile', 'dist'].filter(has)).toEqual([])
  expect(readFileSync(join(image.folder, 'built.txt'), 'utf8')).toBe(process.version)
  expect(image).toMatchObject({
    env: { A: '1', B: 'two' },
    user: '65532:65532',
    entrypoint: ['node'],
    command: ['app/main.ts'],
    healthcheck: ['node', '-e', '1'],
  })
})

test('a stage that is given is not built', () => {
  write('app/dist/page.html', 'page of the tree')
  const stages =
    'FROM node AS first\nRUN false\nFROM node AS last\nWORKDIR /app\nCOPY --from=first /app/app/dist dist\n'
  const image = build(stages, { first: context })
  expect(readFileSync(join(image.folder, 'dist/page.html'), 'utf8')).toBe('page of the tree')
})

test.each([
  ['RUN rm -rf /etc/fleetops', 'relative paths only'],
  ['RUN exit 3', 'Command failed'],
  ['COPY secrets.txt ./', 'the context has no such file'],
  ['COPY --from=nowhere /a ./', 'has no stage nowhere'],
  ['ADD https://example.org/a ./', 'is not known here'],
])('what an engine refuses, or would do outside the stage, is refused: %s', (line, reason) => {
  expect(() => build(`FROM node AS last\nWORKDIR /app\n${line}\n`)).toThrow(reason)
})
