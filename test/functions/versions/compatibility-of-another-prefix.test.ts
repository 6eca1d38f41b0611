import { describeCompatibility } from '../../support/clients/compatibility.js'

describeCompatibility('acme_network')
