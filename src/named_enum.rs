//! Enums whose values have names.

/// Declares an enum whose values have names, in commands or in the database. Custom ids may
/// store indices into `ALL`, so values are only ever added, at the end.
macro_rules! named_enum {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $enum:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $name:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $visibility enum $enum {
            $($(#[$variant_meta])* $variant,)*
        }

        impl $enum {
            $visibility const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            $visibility const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $enum {
            type Err = String;

            fn from_str(name: &str) -> Result<Self, String> {
                let found = Self::ALL.into_iter().find(|it| it.name() == name);
                found.ok_or_else(|| format!("{name:?} is no {}", stringify!($enum)))
            }
        }
    };
}
