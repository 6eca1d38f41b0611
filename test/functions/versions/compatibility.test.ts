import { describeCompatibility } from '../../support/clients/compatibility.js'

describeCompatibility('service')
