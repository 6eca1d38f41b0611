import { describeCompatibility } from '../support/compatibility.js'

describeCompatibility('service')
