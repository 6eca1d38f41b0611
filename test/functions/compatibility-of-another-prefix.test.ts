import { describeCompatibility } from '../support/compatibility.js'

describeCompatibility('acme_network')
