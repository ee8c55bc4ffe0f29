import old.web.Filter

abstract class Gate : Filter
