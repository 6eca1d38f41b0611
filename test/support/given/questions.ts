import { givenEvent, post } from '../service.js'

/* An event with a question of each kind, and RSVPs that answer them. */

export const QUESTIONS = [
  { id: 'ride', title: 'Do you need a ride?', type: 'single_choice', choices: ['I need one', 'I offer one'] },
  {
    id: 'help',
    title: 'What can you help with?',
    type: 'multiple_choice',
    choices: ['Table', 'Door', 'Food'],
  },
  { id: 'access', title: 'What do you need?', type: 'text', sensitive: true },
  { id: 'conduct', title: 'I keep the code of conduct', type: 'checkbox', required: true },
]

export const ANSWERS = { ride: 'I need one', help: ['Table', 'Food'], access: 'A ramp', conduct: true }

/** The body of an RSVP by email. */
export const rsvpOf = (email: string, more: object = {}) => ({
  person: { email_addresses: [{ address: email }] },
  ...more,
})

export const asking = (questions: unknown = QUESTIONS) => givenEvent({ 'service:questions': questions })

export const rsvp = async (path: string, email: string, answers?: unknown) =>
  post(`${path}/attendances`, rsvpOf(email, answers === undefined ? {} : { 'service:answers': answers }))
