import { Socket } from 'node:net'

/*
 * A unit test runs without the engine, and so within milliseconds. One that opens a connection belongs outside of
 * test/unit.
 */
Socket.prototype.connect = () => {
  throw new Error('A test under test/unit opened a connection.')
}
