import { expect, it } from 'vitest'
import { newSecret, signedHeaders } from './webhook-signature.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const MESSAGE = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }

it('the published vector of Standard Webhooks is reproduced, with and without the prefix of the secret', () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  expect(signedHeaders([SECRET], MESSAGE)).toEqual(headers)
  expect(signedHeaders([SECRET.slice('whsec_'.length)], MESSAGE)).toEqual(headers)
})

it('a message has a signature of each secret', () => {
  const [one, other] = [newSecret(), newSecret()]
  const of = (...secrets: string[]) => signedHeaders(secrets, MESSAGE)['webhook-signature']
  expect(of(one, other)).toBe(`${of(one)} ${of(other)}`)
  expect(of(one)).not.toBe(of(other))
})

it('a new secret has 32 random bytes', () => {
  expect(newSecret()).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(newSecret(() => Buffer.alloc(32, 1))).toBe(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)
})
