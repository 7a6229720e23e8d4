//! `#[derive(Packed)]`, which `tejun-search` exports beside its trait of that name.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DataStruct, DeriveInput, Error, Index, Member, parse_macro_input, parse_quote};

/// Implements `tejun_search::Packed` for a struct of packed fields, or an enum of at most 255 variants without fields.
#[proc_macro_derive(Packed)]
pub fn derive_packed(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    packed(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn packed(input: &DeriveInput) -> Result<TokenStream, Error> {
    let body = match &input.data {
        Data::Struct(data) => of_fields(data),
        Data::Enum(data) => of_variants(data)?,
        Data::Union(_) => {
            return Err(Error::new(
                input.span(),
                "Packed can be derived for structs and enums, not for unions",
            ));
        }
    };
    let mut generics = input.generics.clone();
    for parameter in input.generics.type_params() {
        let name = &parameter.ident;
        generics.make_where_clause().predicates.push(parse_quote!(#name: ::tejun_search::Packed));
    }
    let (name, (parameters, arguments, conditions)) = (&input.ident, generics.split_for_impl());
    Ok(quote! {
        #[automatically_derived]
        impl #parameters ::tejun_search::Packed for #name #arguments #conditions { #body }
    })
}

/// The key of a struct: that of its first field, then that of the others, and at last a byte that is always 0.
fn of_fields(data: &DataStruct) -> TokenStream {
    let (mut key, mut pack) = (quote!(::core::primitive::u8), quote!(0));
    for (at, field) in data.fields.iter().enumerate().rev() {
        let (kind, member) = (&field.ty, member(at, field));
        key = quote!(::tejun_search::Fields<<#kind as ::tejun_search::Packed>::Key, #key>);
        pack = quote!(::tejun_search::Fields::new(::tejun_search::Packed::pack(&self.#member), #pack));
    }
    let unpack = data.fields.iter().enumerate().map(|(at, field)| {
        let (kind, value) = (&field.ty, format_ident!("value_{at}"));
        quote! {
            let #value = <#kind as ::tejun_search::Packed>::unpack(key.first());
            let key = key.rest();
        }
    });
    let values = data.fields.iter().enumerate().map(|(at, field)| {
        let (member, value) = (member(at, field), format_ident!("value_{at}"));
        quote!(#member: #value)
    });
    quote! {
        type Key = #key;

        #[inline]
        fn pack(&self) -> Self::Key {
            #pack
        }

        #[inline]
        fn unpack(key: Self::Key) -> Self {
            #(#unpack)*
            let _ = key;
            Self { #(#values),* }
        }
    }
}

fn member(at: usize, field: &syn::Field) -> Member {
    field.ident.clone().map_or_else(|| Member::Unnamed(Index::from(at)), Member::Named)
}

/// The key of an enum: the number of its variant.
fn of_variants(data: &DataEnum) -> Result<TokenStream, Error> {
    if let Some(variant) = data.variants.iter().find(|variant| !variant.fields.is_empty()) {
        return Err(Error::new(
            variant.span(),
            "Packed can be derived for enums without fields: put the fields into a struct beside the enum, or number the states with `interned()`",
        ));
    }
    if let Some(variant) = data.variants.iter().nth(255) {
        return Err(Error::new(variant.span(), "Packed can be derived for enums of at most 255 variants"));
    }
    let names: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let numbers: Vec<_> = (0..names.len()).map(|number| number as u8).collect();
    Ok(quote! {
        type Key = ::core::primitive::u8;

        #[inline]
        fn pack(&self) -> Self::Key {
            match *self { #(Self::#names {} => #numbers),* }
        }

        #[inline]
        fn unpack(key: Self::Key) -> Self {
            match key {
                #(#numbers => Self::#names {},)*
                _ => ::core::unreachable!("the key of a variant"),
            }
        }
    })
}
