import { afterEach, describe, expect, it, vi } from 'vitest'
import { PAGE_HEADERS, request } from '../../support/clients/organizer.js'
import { PUBLIC_URL } from '../../support/service.js'
// It sets SMTP_URL, by which the sign-in form is there.
import '../../support/mail/mail.js'

/** Requests of strangers that are no mistake of this service, and must not look like one in its log. */

afterEach(() => void vi.restoreAllMocks())

describe('a page with a slash at the end of its address', () => {
  it.each([
    ['/events/x%0dy/', '/events/x%0Dy'],
    ['/events/%0d%0aset-cookie:%20a=b/', '/events/%0D%0Aset-cookie:%20a=b'],
    ['/events/%e6%97%a5/', '/events/%E6%97%A5'],
    ['/events/%3fa=b%23c/', '/events/%3Fa=b%23c'],
    ['/events/%f0%9f%8e%89/?a=%0d%0a', '/events/%F0%9F%8E%89?a=%0d%0a'],
  ])('with the path %s is at %s', async (path, location) => {
    const answer = await request('GET', path)
    expect(answer).toMatchObject({ status: 308, headers: { location: PUBLIC_URL + location } })
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })
})

describe('TRACE', () => {
  it.each(['/manage', '/manage/sign-in', '/', '/events/x/attendances'])('is no method of %s', async (path) => {
    expect((await request('TRACE', path)).status).toBe(405)
  })
})

describe('the sign-in form', () => {
  const type = 'multipart/form-data; boundary=x'

  it.each([
    ['that is cut off', '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na@b.example'],
    ['without a part', 'nothing'],
    ['with a part without a name', '--x\r\n\r\n\r\n--x--'],
  ])('is refused with a body %s, and nothing is logged', async (_, body) => {
    const written = vi.spyOn(console, 'error')
    const answer = await request('POST', '/manage/sign-in', { ...PAGE_HEADERS, 'content-type': type }, body)
    expect(answer.status).toBe(400)
    expect(written).not.toHaveBeenCalled()
  })

  it('is refused beyond 20,000 bytes, in whatever form', async () => {
    const parts = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(40_000)
    const answer = await request('POST', '/manage/sign-in', { ...PAGE_HEADERS, 'content-type': type }, parts)
    expect(answer.status).toBe(413)
    const long = await request('POST', '/manage/sign-in', PAGE_HEADERS, `email=${'a'.repeat(30_000)}`)
    expect(long.status).toBe(413)
  })
})
